; ERROR: 2:1 declare-sort is not supported
(declare-sort S 0)
