//! The prototypes of the built-in functions except texture and image functions, in the specifications' notation.
//!
//! A line that begins with `@` is the condition of the prototypes below it: `d130` desktop since 1.30, `d110-410` up to 4.10, `c110` the
//! compatibility profile, `e300` ES since 3.00, or an enabled extension; after `/` the stages, if not all (v c e g f k: vertex,
//! tessellation control, tessellation evaluation, geometry, fragment, compute). A prototype line is: result, name, parameter lists.
//! `genType`, `vec` and the like stand for every size, `mat` for every shape (`matT` for its transpose), the same throughout a prototype. A
//! parameter in brackets is the optional bias, which only fragment shaders have; in angle brackets the bias is not optional.
//!
//! GLSL 1.10 has `min`, `max` and `clamp` of floats only. Mesa has those of integers, too, and programs that were written on it use them.

/// The prototypes of all built-in functions except texture and image functions.
pub const PROTOTYPES: &str = "
@ d110 e100
genType radians (genType)
genType degrees (genType)
genType sin (genType)
genType cos (genType)
genType tan (genType)
genType asin (genType)
genType acos (genType)
genType atan (genType, genType) (genType)
genType pow (genType, genType)
genType exp (genType)
genType log (genType)
genType exp2 (genType)
genType log2 (genType)
genType sqrt (genType)
genType inversesqrt (genType)
genType abs (genType)
genType sign (genType)
genType floor (genType)
genType ceil (genType)
genType fract (genType)
genType mod (genType, float) (genType, genType)
genType min (genType, genType) (genType, float)
genType max (genType, genType) (genType, float)
genType clamp (genType, genType, genType) (genType, float, float)
genType mix (genType, genType, genType) (genType, genType, float)
genType step (genType, genType) (float, genType)
genType smoothstep (genType, genType, genType) (float, float, genType)
float length (genType)
float distance (genType, genType)
float dot (genType, genType)
vec3 cross (vec3, vec3)
genType normalize (genType)
genType faceforward (genType, genType, genType)
genType reflect (genType, genType)
genType refract (genType, genType, float)
mat matrixCompMult (mat, mat)
bvec lessThan (vec, vec) (ivec, ivec)
bvec lessThanEqual (vec, vec) (ivec, ivec)
bvec greaterThan (vec, vec) (ivec, ivec)
bvec greaterThanEqual (vec, vec) (ivec, ivec)
bvec equal (vec, vec) (ivec, ivec) (bvec, bvec)
bvec notEqual (vec, vec) (ivec, ivec) (bvec, bvec)
bool any (bvec)
bool all (bvec)
bvec not (bvec)

@ d120 e300
mat2 outerProduct (vec2, vec2)
mat3 outerProduct (vec3, vec3)
mat4 outerProduct (vec4, vec4)
mat2x3 outerProduct (vec3, vec2)
mat3x2 outerProduct (vec2, vec3)
mat2x4 outerProduct (vec4, vec2)
mat4x2 outerProduct (vec2, vec4)
mat3x4 outerProduct (vec4, vec3)
mat4x3 outerProduct (vec3, vec4)
mat transpose (matT)

@ d150 e300
float determinant (mat2) (mat3) (mat4)

@ d140 e300
mat2 inverse (mat2)
mat3 inverse (mat3)
mat4 inverse (mat4)

@ d130 e300
genType sinh (genType)
genType cosh (genType)
genType tanh (genType)
genType asinh (genType)
genType acosh (genType)
genType atanh (genType)
genType trunc (genType)
genType roundEven (genType)
genType modf (genType, out genType)
genType mix (genType, genType, genBType)
genBType isnan (genType)
genBType isinf (genType)

@ GL_EXT_gpu_shader4
genType truncate (genType)

@ d110-110
genIType min (genIType, genIType) (genIType, int)
genIType max (genIType, genIType) (genIType, int)
genIType clamp (genIType, genIType, genIType) (genIType, int, int)

@ d130 e300 GL_EXT_gpu_shader4
genType round (genType)
genIType abs (genIType)
genIType sign (genIType)
genIType min (genIType, genIType) (genIType, int)
genUType min (genUType, genUType) (genUType, uint)
genIType max (genIType, genIType) (genIType, int)
genUType max (genUType, genUType) (genUType, uint)
genIType clamp (genIType, genIType, genIType) (genIType, int, int)
genUType clamp (genUType, genUType, genUType) (genUType, uint, uint)
bvec lessThan (uvec, uvec)
bvec lessThanEqual (uvec, uvec)
bvec greaterThan (uvec, uvec)
bvec greaterThanEqual (uvec, uvec)
bvec equal (uvec, uvec)
bvec notEqual (uvec, uvec)

@ d450 e310 GL_EXT_shader_integer_mix GL_ARB_ES3_1_compatibility
genIType mix (genIType, genIType, genBType)
genUType mix (genUType, genUType, genBType)
genBType mix (genBType, genBType, genBType)

@ d330 e300 GL_ARB_shader_bit_encoding GL_ARB_gpu_shader5
genIType floatBitsToInt (genType)
genUType floatBitsToUint (genType)
genType intBitsToFloat (genIType)
genType uintBitsToFloat (genUType)

@ d400 e320 GL_ARB_gpu_shader5 GL_EXT_gpu_shader5 GL_OES_gpu_shader5
genType fma (genType, genType, genType)

@ d400 e310 GL_ARB_gpu_shader5 GL_MESA_shader_integer_functions
genType frexp (genType, out genIType)
genType ldexp (genType, genIType)
genUType uaddCarry (genUType, genUType, out genUType)
genUType usubBorrow (genUType, genUType, out genUType)
void umulExtended (genUType, genUType, out genUType, out genUType)
void imulExtended (genIType, genIType, out genIType, out genIType)
genIType bitfieldExtract (genIType, int, int)
genUType bitfieldExtract (genUType, int, int)
genIType bitfieldInsert (genIType, genIType, int, int)
genUType bitfieldInsert (genUType, genUType, int, int)
genIType bitfieldReverse (genIType)
genUType bitfieldReverse (genUType)
genIType bitCount (genIType) (genUType)
genIType findLSB (genIType) (genUType)
genIType findMSB (genIType) (genUType)

@ d400 e310 GL_ARB_gpu_shader5 GL_ARB_shading_language_packing
uint packUnorm4x8 (vec4)
uint packSnorm4x8 (vec4)
vec4 unpackUnorm4x8 (uint)
vec4 unpackSnorm4x8 (uint)

@ d400 e300 GL_ARB_gpu_shader5 GL_ARB_shading_language_packing
uint packUnorm2x16 (vec2)
vec2 unpackUnorm2x16 (uint)

@ d420 e300 GL_ARB_shading_language_packing
uint packSnorm2x16 (vec2)
vec2 unpackSnorm2x16 (uint)
uint packHalf2x16 (vec2)
vec2 unpackHalf2x16 (uint)

@ d400 GL_ARB_gpu_shader_fp64
double packDouble2x32 (uvec2)
uvec2 unpackDouble2x32 (double)
genDType sqrt (genDType)
genDType inversesqrt (genDType)
genDType abs (genDType)
genDType sign (genDType)
genDType floor (genDType)
genDType trunc (genDType)
genDType round (genDType)
genDType roundEven (genDType)
genDType ceil (genDType)
genDType fract (genDType)
genDType mod (genDType, double) (genDType, genDType)
genDType modf (genDType, out genDType)
genDType min (genDType, genDType) (genDType, double)
genDType max (genDType, genDType) (genDType, double)
genDType clamp (genDType, genDType, genDType) (genDType, double, double)
genDType mix (genDType, genDType, genDType) (genDType, genDType, double) (genDType, genDType, genBType)
genDType step (genDType, genDType) (double, genDType)
genDType smoothstep (genDType, genDType, genDType) (double, double, genDType)
genBType isnan (genDType)
genBType isinf (genDType)
genDType fma (genDType, genDType, genDType)
genDType frexp (genDType, out genIType)
genDType ldexp (genDType, genIType)
double length (genDType)
double distance (genDType, genDType)
double dot (genDType, genDType)
dvec3 cross (dvec3, dvec3)
genDType normalize (genDType)
genDType faceforward (genDType, genDType, genDType)
genDType reflect (genDType, genDType)
genDType refract (genDType, genDType, double)
dmat matrixCompMult (dmat, dmat)
dmat2 outerProduct (dvec2, dvec2)
dmat3 outerProduct (dvec3, dvec3)
dmat4 outerProduct (dvec4, dvec4)
dmat2x3 outerProduct (dvec3, dvec2)
dmat3x2 outerProduct (dvec2, dvec3)
dmat2x4 outerProduct (dvec4, dvec2)
dmat4x2 outerProduct (dvec2, dvec4)
dmat3x4 outerProduct (dvec4, dvec3)
dmat4x3 outerProduct (dvec3, dvec4)
dmat transpose (dmatT)
double determinant (dmat2) (dmat3) (dmat4)
dmat2 inverse (dmat2)
dmat3 inverse (dmat3)
dmat4 inverse (dmat4)
bvec lessThan (dvec, dvec)
bvec lessThanEqual (dvec, dvec)
bvec greaterThan (dvec, dvec)
bvec greaterThanEqual (dvec, dvec)
bvec equal (dvec, dvec)
bvec notEqual (dvec, dvec)

@ GL_ARB_gpu_shader_int64 GL_AMD_gpu_shader_int64
genI64Type abs (genI64Type)
genI64Type sign (genI64Type)
genI64Type min (genI64Type, genI64Type) (genI64Type, int64_t)
genU64Type min (genU64Type, genU64Type) (genU64Type, uint64_t)
genI64Type max (genI64Type, genI64Type) (genI64Type, int64_t)
genU64Type max (genU64Type, genU64Type) (genU64Type, uint64_t)
genI64Type clamp (genI64Type, genI64Type, genI64Type) (genI64Type, int64_t, int64_t)
genU64Type clamp (genU64Type, genU64Type, genU64Type) (genU64Type, uint64_t, uint64_t)
genI64Type mix (genI64Type, genI64Type, genBType)
genU64Type mix (genU64Type, genU64Type, genBType)
genI64Type doubleBitsToInt64 (genDType)
genU64Type doubleBitsToUint64 (genDType)
genDType int64BitsToDouble (genI64Type)
genDType uint64BitsToDouble (genU64Type)
int64_t packInt2x32 (ivec2)
uint64_t packUint2x32 (uvec2)
ivec2 unpackInt2x32 (int64_t)
uvec2 unpackUint2x32 (uint64_t)
bvec lessThan (i64vec, i64vec) (u64vec, u64vec)
bvec lessThanEqual (i64vec, i64vec) (u64vec, u64vec)
bvec greaterThan (i64vec, i64vec) (u64vec, u64vec)
bvec greaterThanEqual (i64vec, i64vec) (u64vec, u64vec)
bvec equal (i64vec, i64vec) (u64vec, u64vec)
bvec notEqual (i64vec, i64vec) (u64vec, u64vec)

@ d110 e300 GL_OES_standard_derivatives / f
genType dFdx (genType)
genType dFdy (genType)
genType fwidth (genType)

@ d450 GL_ARB_derivative_control / f
genType dFdxFine (genType)
genType dFdyFine (genType)
genType fwidthFine (genType)
genType dFdxCoarse (genType)
genType dFdyCoarse (genType)
genType fwidthCoarse (genType)

@ d400 e320 GL_ARB_gpu_shader5 GL_OES_shader_multisample_interpolation / f
genType interpolateAtCentroid (genType)
genType interpolateAtSample (genType, int)
genType interpolateAtOffset (genType, vec2)

@ d110
float noise1 (genType)
vec2 noise2 (genType)
vec3 noise3 (genType)
vec4 noise4 (genType)

@ d110-130 c110 / v
vec4 ftransform ()

@ d150 e320 GL_EXT_geometry_shader GL_OES_geometry_shader / g
void EmitVertex ()
void EndPrimitive ()

@ d400 GL_ARB_gpu_shader5 / g
void EmitStreamVertex (const int)
void EndStreamPrimitive (const int)

@ d400 e320 GL_ARB_tessellation_shader GL_EXT_tessellation_shader GL_OES_tessellation_shader / c
void barrier ()

@ d430 e310 GL_ARB_compute_shader / k
void barrier ()
void memoryBarrierShared ()
void groupMemoryBarrier ()

@ d420 e310 GL_ARB_shader_image_load_store GL_ARB_compute_shader
void memoryBarrier ()

@ d430 e310 GL_ARB_compute_shader
void memoryBarrierAtomicCounter ()
void memoryBarrierBuffer ()
void memoryBarrierImage ()

@ d420 e310 GL_ARB_shader_atomic_counters
uint atomicCounterIncrement (atomic_uint)
uint atomicCounterDecrement (atomic_uint)
uint atomicCounter (atomic_uint)

@ d460
uint atomicCounterAdd (atomic_uint, uint)
uint atomicCounterSubtract (atomic_uint, uint)
uint atomicCounterMin (atomic_uint, uint)
uint atomicCounterMax (atomic_uint, uint)
uint atomicCounterAnd (atomic_uint, uint)
uint atomicCounterOr (atomic_uint, uint)
uint atomicCounterXor (atomic_uint, uint)
uint atomicCounterExchange (atomic_uint, uint)
uint atomicCounterCompSwap (atomic_uint, uint, uint)
bool anyInvocation (bool)
bool allInvocations (bool)
bool allInvocationsEqual (bool)

@ GL_ARB_shader_atomic_counter_ops
uint atomicCounterAddARB (atomic_uint, uint)
uint atomicCounterSubtractARB (atomic_uint, uint)
uint atomicCounterMinARB (atomic_uint, uint)
uint atomicCounterMaxARB (atomic_uint, uint)
uint atomicCounterAndARB (atomic_uint, uint)
uint atomicCounterOrARB (atomic_uint, uint)
uint atomicCounterXorARB (atomic_uint, uint)
uint atomicCounterExchangeARB (atomic_uint, uint)
uint atomicCounterCompSwapARB (atomic_uint, uint, uint)

@ GL_ARB_shader_group_vote
bool anyInvocationARB (bool)
bool allInvocationsARB (bool)
bool allInvocationsEqualARB (bool)

@ GL_EXT_shader_group_vote
bool anyInvocationEXT (bool)
bool allInvocationsEXT (bool)
bool allInvocationsEqualEXT (bool)

@ GL_ARB_shader_ballot
uint64_t ballotARB (bool)
genType readInvocationARB (genType, uint)
genIType readInvocationARB (genIType, uint)
genUType readInvocationARB (genUType, uint)
genType readFirstInvocationARB (genType)
genIType readFirstInvocationARB (genIType)
genUType readFirstInvocationARB (genUType)

@ GL_ARB_shader_clock
uvec2 clock2x32ARB ()
uint64_t clockARB ()

@ GL_AMD_shader_trinary_minmax
genType min3 (genType, genType, genType)
genIType min3 (genIType, genIType, genIType)
genUType min3 (genUType, genUType, genUType)
genType max3 (genType, genType, genType)
genIType max3 (genIType, genIType, genIType)
genUType max3 (genUType, genUType, genUType)
genType mid3 (genType, genType, genType)
genIType mid3 (genIType, genIType, genIType)
genUType mid3 (genUType, genUType, genUType)

@ d430 e310 GL_ARB_shader_storage_buffer_object GL_ARB_compute_shader
uint atomicAdd (inout uint, uint)
int atomicAdd (inout int, int)
uint atomicMin (inout uint, uint)
int atomicMin (inout int, int)
uint atomicMax (inout uint, uint)
int atomicMax (inout int, int)
uint atomicAnd (inout uint, uint)
int atomicAnd (inout int, int)
uint atomicOr (inout uint, uint)
int atomicOr (inout int, int)
uint atomicXor (inout uint, uint)
int atomicXor (inout int, int)
uint atomicExchange (inout uint, uint)
int atomicExchange (inout int, int)
uint atomicCompSwap (inout uint, uint, uint)
int atomicCompSwap (inout int, int, int)

@ GL_NV_shader_atomic_float
float atomicAdd (inout float, float)
float atomicExchange (inout float, float)

@ GL_INTEL_shader_atomic_float_minmax
float atomicMin (inout float, float)
float atomicMax (inout float, float)
float atomicExchange (inout float, float)
float atomicCompSwap (inout float, float, float)
";
