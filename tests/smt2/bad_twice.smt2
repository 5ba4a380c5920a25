; ERROR: 3:16 already defined
(declare-const x Bool)
(declare-const x Bool)
