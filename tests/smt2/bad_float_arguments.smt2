; ERROR: 4:10 fp.isNaN: unknown function, or a wrong number of arguments
(declare-const x Float32)
(declare-const y Float32)
(assert (fp.isNaN x y))
