; RUN: %same %s
; Instructions that clang rarely emits: wide selects, freeze, odd widths,
; aggregates as values, saturation, funnel shifts.
target triple = "x86_64-pc-linux-gnu"

@format = private constant [13 x i8] c"%d %d %d %d\0A\00"
declare i32 @printf(ptr, ...)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

define { i32, i64 } @pair(i32 %x) {
  %a = insertvalue { i32, i64 } poison, i32 %x, 0
  %b = insertvalue { i32, i64 } %a, i64 77, 1
  ret { i32, i64 } %b
}

define i32 @odd(i13 %x) {
  %y = mul i13 %x, 3
  %z = sext i13 %y to i32
  ret i32 %z
}

define i32 @main() {
entry:
  %p = call { i32, i64 } @pair(i32 5)
  %p0 = extractvalue { i32, i64 } %p, 0
  %sat = call i8 @llvm.uadd.sat.i8(i8 200, i8 100)
  %sat32 = zext i8 %sat to i32
  %f = call i32 @llvm.fshl.i32(i32 1, i32 -2147483648, i32 4)
  %o = call i32 @odd(i13 2000)
  %v = call i32 (ptr, ...) @printf(ptr @format, i32 %p0, i32 %sat32, i32 %f, i32 %o)
  %m = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 65536, i32 65536)
  %over = extractvalue { i32, i1 } %m, 1
  %fr = freeze i32 3
  %max = call i32 @llvm.smax.i32(i32 %fr, i32 -9)
  %vec = insertelement <4 x i32> zeroinitializer, i32 %max, i32 2
  %sel = select <4 x i1> <i1 0, i1 0, i1 1, i1 0>, <4 x i32> %vec, <4 x i32> zeroinitializer
  %e = extractelement <4 x i32> %sel, i32 2
  br i1 %over, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %r = phi i32 [ %e, %yes ], [ 99, %no ]
  ret i32 %r
}
