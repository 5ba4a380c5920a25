; ERROR: 2:16 functions with arguments are not supported
(declare-fun f ((_ BitVec 8)) Bool)
