; ERROR: 2:7 the file ends inside a string
(echo "never closed)
