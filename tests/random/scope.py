"""What a place in a random program can name: variables, arrays, structs, pointers, functions."""

from dataclasses import dataclass, field

import expr as E


@dataclass
class Var:
    """A scalar lvalue; `lo` and `hi` bound what is read from it."""
    text: str
    type: E.Type
    writable: bool = True
    bounds: tuple = None
    addressable: bool = True

    def read(self):
        lo, hi = self.bounds or (self.type.min, self.type.max)
        return E.Expr(self.text, self.type, lo, hi)


@dataclass
class Array:
    text: str
    n: int
    type: E.Type
    writable: bool = True


@dataclass
class Pointer:
    """A pointer that always points to a living object of its type."""
    text: str
    type: E.Type


@dataclass
class Field:
    name: str
    type: object            # E.Type or Struct
    n: int = 0              # elements, if it is an array
    width: int = 0          # bits, if it is a bit-field


@dataclass
class Struct:
    name: str
    fields: list

    def declaration(self):
        lines = [f"struct {self.name} {{"]
        for f in self.fields:
            kind = f.type.name if isinstance(f.type, E.Type) else f"struct {f.type.name}"
            lines.append(f"    {kind} {f.name}{f'[{f.n}]' if f.n else ''}{f' : {f.width}' if f.width else ''};")
        return lines + ["};"]

    def leaves(self, text):
        """(scalars, arrays) inside the struct that `text` names"""
        scalars, arrays = [], []
        for f in self.fields:
            name = f"{text}.{f.name}"
            if isinstance(f.type, Struct):
                for i in range(f.n) if f.n else [None]:
                    inner = f.type.leaves(name if i is None else f"{name}[{i}]")
                    scalars += inner[0]
                    arrays += inner[1]
            elif f.n:
                arrays.append(Array(name, f.n, f.type))
            elif f.width:
                kind = f.type if f.width >= 32 else E.INT
                bits = E.Type("", f.width, f.type.signed, 0)
                scalars.append(Var(name, kind, bounds=(bits.min, bits.max), addressable=False))
            else:
                scalars.append(Var(name, f.type))
        return scalars, arrays


@dataclass
class Function:
    name: str
    result: E.Type
    params: list            # E.Type, ("pointer", E.Type), ("struct", Struct), ("structptr", Struct)
    cost: int = 1
    recursive: bool = False


@dataclass
class Scope:
    scalars: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    pointers: list = field(default_factory=list)
    structs: list = field(default_factory=list)     # (text, Struct)

    def inner(self):
        return Scope(list(self.scalars), list(self.arrays), list(self.pointers), list(self.structs))

    def add_struct(self, text, struct):
        scalars, arrays = struct.leaves(text)
        self.scalars += scalars
        self.arrays += arrays
        self.structs.append((text, struct))
