; ERROR: 2:2 unknown command 'frobnicate'
(frobnicate x)
