"""Functions in LLVM's text by which an entry from Python reads arrays of other libraries, all through DLPack.

They are calls of their own, not parts of the entry: an entry has hundreds of arrays where a network is given its weights.
"""

from __future__ import annotations

from string import Template

from tilewright.core.base.dtype import DType

# Slots in the table of a signature for what the quick way has learnt: the class that DLPack's C functions describe, that which describes one, that which says whether one keeps gradients; the
# class whose `__dlpack__` is called, and 1 where that takes a version.
DESCRIBED, DESCRIPTION, KEEPS, SHARED, VERSIONED, FOREIGN = 0, 1, 2, 3, 4, 5
TENSOR_BYTES = 48  # of a `DLTensor`
SIZES = 24  # the place of its sizes


def dlpack_type(type_: DType) -> int:
    """Code, bits and lanes of an element type, as DLPack packs them into four bytes."""
    code = {"int": 0, "uint": 1, "float": 2, "bool": 6}[type_.kind]
    return code | (8 if type_.is_bool else type_.bits) << 8 | 1 << 16


def helpers(method: int, version: int, keyword: int) -> str:
    """The functions, and what they need; the numbers are the places in the context of what `__dlpack__` is called with, in bytes."""
    slots = {"description": DESCRIPTION, "keeps": KEEPS, "versioned": VERSIONED}
    return _TEXT.substitute(method=method, version=version, keyword=keyword, sizes=SIZES, **slots)


# `drop` gives back the capsules that are held.  `filled` is the `DLTensor` of an object of the class that DLPack's C functions describe, unless it keeps gradients;
# `asked` is that which `__dlpack__` of an object gives, which is held in a place until the call is over.  `described` is the address of the elements of a
# `DLTensor` that is a compact array of a type in the memory of the CPU.  Each is null where there is none, and no exception is left then.
_TEXT = Template("""
@tilewright_false = external global i8
@dltensor = private constant [9 x i8] c"dltensor\\00"
@dltensor_versioned = private constant [19 x i8] c"dltensor_versioned\\00"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @tilewright_drop(ptr %held, i64 %count) noinline {
entry:
  br label %next
next:
  %at = phi i64 [ 0, %entry ], [ %following, %dropped ]
  %more = icmp ult i64 %at, %count
  br i1 %more, label %look, label %done
look:
  %place = getelementptr ptr, ptr %held, i64 %at
  %capsule = load ptr, ptr %place
  %following = add i64 %at, 1
  %none = icmp eq ptr %capsule, null
  br i1 %none, label %dropped, label %give
give:
  call void @Py_DecRef(ptr %capsule)
  br label %dropped
dropped:
  br label %next
done:
  ret void
}

define ptr @tilewright_filled(ptr %slots, ptr %given, ptr %tensor, i1 %differentiable) noinline {
entry:
  br i1 %differentiable, label %ask, label %fill
ask:
  %keeps.at = getelementptr ptr, ptr %slots, i64 ${keeps}
  %keeps.way = load ptr, ptr %keeps.at
  %keeps = call ptr %keeps.way(ptr %given, ptr null)
  %unknown = icmp eq ptr %keeps, null
  br i1 %unknown, label %cleared, label %answered
answered:
  call void @Py_DecRef(ptr %keeps)
  %plain = icmp eq ptr %keeps, @tilewright_false
  br i1 %plain, label %fill, label %none
fill:
  %way.at = getelementptr ptr, ptr %slots, i64 ${description}
  %way = load ptr, ptr %way.at
  %code = call i32 %way(ptr %given, ptr %tensor)
  %fine = icmp eq i32 %code, 0
  br i1 %fine, label %out, label %cleared
cleared:
  call void @PyErr_Clear()
  br label %none
none:
  ret ptr null
out:
  ret ptr %tensor
}

define ptr @tilewright_asked(ptr %slots, ptr %context, ptr %given, ptr %held, i1 %written) noinline {
entry:
  %one = alloca [2 x ptr], align 8
  store ptr %given, ptr %one
  %version.at = getelementptr i8, ptr %context, i64 ${version}
  %version = load ptr, ptr %version.at
  %second = getelementptr ptr, ptr %one, i64 1
  store ptr %version, ptr %second
  %versioned.at = getelementptr ptr, ptr %slots, i64 ${versioned}
  %versioned = load ptr, ptr %versioned.at
  %takes = icmp ne ptr %versioned, null
  %keyword.at = getelementptr i8, ptr %context, i64 ${keyword}
  %keyword = load ptr, ptr %keyword.at
  %keywords = select i1 %takes, ptr %keyword, ptr null
  %method.at = getelementptr i8, ptr %context, i64 ${method}
  %method = load ptr, ptr %method.at
  %capsule = call ptr @PyObject_VectorcallMethod(ptr %method, ptr %one, i64 1, ptr %keywords)
  %refused = icmp eq ptr %capsule, null
  br i1 %refused, label %cleared, label %given.capsule
given.capsule:
  store ptr %capsule, ptr %held
  %old = call i32 @PyCapsule_IsValid(ptr %capsule, ptr @dltensor)
  %is.old = icmp ne i32 %old, 0
  br i1 %is.old, label %of.old, label %not.old
of.old:
  %managed = call ptr @PyCapsule_GetPointer(ptr %capsule, ptr @dltensor)
  ret ptr %managed
not.old:
  %new = call i32 @PyCapsule_IsValid(ptr %capsule, ptr @dltensor_versioned)
  %is.new = icmp ne i32 %new, 0
  br i1 %is.new, label %of.new, label %none
of.new:
  %structure = call ptr @PyCapsule_GetPointer(ptr %capsule, ptr @dltensor_versioned)
  %major = load i32, ptr %structure
  %known = icmp eq i32 %major, 1
  br i1 %known, label %look, label %none
look:
  %flags.at = getelementptr i8, ptr %structure, i64 24
  %flags = load i64, ptr %flags.at
  %read.only = trunc i64 %flags to i1
  %protected = and i1 %read.only, %written
  %tensor = getelementptr i8, ptr %structure, i64 32
  br i1 %protected, label %none, label %out
out:
  ret ptr %tensor
cleared:
  call void @PyErr_Clear()
  br label %none
none:
  ret ptr null
}

define ptr @tilewright_described(ptr %tensor, i32 %rank, i32 %type, i64 %low) noinline {
entry:
  %missing = icmp eq ptr %tensor, null
  br i1 %missing, label %none, label %there
there:
  %device.at = getelementptr i8, ptr %tensor, i64 8
  %device = load i32, ptr %device.at
  %cpu = icmp eq i32 %device, 1
  %rank.at = getelementptr i8, ptr %tensor, i64 16
  %rank.is = load i32, ptr %rank.at
  %ranked = icmp eq i32 %rank.is, %rank
  %type.at = getelementptr i8, ptr %tensor, i64 20
  %type.is = load i32, ptr %type.at
  %typed = icmp eq i32 %type.is, %type
  %two = and i1 %cpu, %ranked
  %fits = and i1 %two, %typed
  br i1 %fits, label %form, label %none
form:
  %sizes.at = getelementptr i8, ptr %tensor, i64 ${sizes}
  %sizes = load ptr, ptr %sizes.at
  %strides.at = getelementptr i8, ptr %tensor, i64 32
  %strides = load ptr, ptr %strides.at
  %plain = icmp eq ptr %strides, null
  %axes = zext i32 %rank to i64
  br i1 %plain, label %compact, label %next
next:
  %left = phi i64 [ %axes, %form ], [ %axis, %passed ]
  %expected = phi i64 [ 1, %form ], [ %whole, %passed ]
  %over = icmp eq i64 %left, 0
  br i1 %over, label %compact, label %look
look:
  %axis = sub i64 %left, 1
  %size.at = getelementptr i64, ptr %sizes, i64 %axis
  %size = load i64, ptr %size.at
  %stride.at = getelementptr i64, ptr %strides, i64 %axis
  %stride = load i64, ptr %stride.at
  %follows = icmp eq i64 %stride, %expected
  %single = icmp eq i64 %size, 1
  %good = or i1 %follows, %single
  br i1 %good, label %passed, label %none
passed:
  %whole = mul i64 %expected, %size
  br label %next
compact:
  %begin = load ptr, ptr %tensor
  %nowhere = icmp eq ptr %begin, null
  br i1 %nowhere, label %none, label %placed
placed:
  %offset.at = getelementptr i8, ptr %tensor, i64 40
  %offset = load i64, ptr %offset.at
  %data = getelementptr i8, ptr %begin, i64 %offset
  %address = ptrtoint ptr %data to i64
  %rest = and i64 %address, %low
  %aligned = icmp eq i64 %rest, 0
  br i1 %aligned, label %out, label %none
out:
  ret ptr %data
none:
  ret ptr null
}
""")
