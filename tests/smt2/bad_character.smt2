; ERROR: 2:9 unexpected character
(assert )
