; ERROR: 2:14 unknown name 'y'
(assert (and y true))
