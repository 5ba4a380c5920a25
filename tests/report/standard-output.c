// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %shrike verify --engine=explore --json - %s 2> err > out && grep -q SAFE err && python3 -c 'import json; assert json.load(open("out"))["outcome"] == "SAFE"'
// RUN: %shrike verify --json - %s 2> err > out && python3 -c 'import json; assert json.load(open("out"))["outcome"] == "SAFE"'
// RUN: %shrike test --output=tests --sarif - %s 2> err > out && python3 -c 'import json; json.load(open("out"))["runs"]'
// RUN: mkfifo pipe && bash -c 'cat pipe > read & %shrike verify --engine=explore --json=pipe %s; wait' && test -p pipe && grep -q '"outcome"' read
// RUN: not %shrike verify --json - --sarif - %s 2>&1 | FileCheck %s
// RUN: test ! -e ./-
// CHECK: only one output can go to -
// Standard output called "-" has what was asked for and nothing else; a pipe stays one.
int main(void) { return 0; }
