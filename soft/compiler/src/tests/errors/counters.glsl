=== fragment: counters of OpenGL ES have a binding and are highp
#version 310 es
layout(binding = 1) uniform highp atomic_uint a; layout(binding = 2) uniform atomic_uint b; // good
layout(offset = 0) uniform atomic_uint a; // error: needs layout(binding)
layout(binding = 1) uniform mediump atomic_uint a; // error: highp
void main() {}
=== fragment: offsets and bindings of counters
#version 460
layout(binding = 0, offset = 4) uniform atomic_uint c;
layout(binding = 0, offset = 4) uniform atomic_uint c[]; // instead, error: an array needs a size here
layout(offset = 4) uniform atomic_uint c; // instead, error: atomic counter `c` needs layout(binding)
layout(binding = 48) uniform atomic_uint c; // instead, error: layout(binding) needs a value from 0 to 47, not 48
layout(binding = 47) uniform atomic_uint c; // instead, good
layout(binding = 2, offset = 3) uniform atomic_uint; // error: the offset of an atomic counter is a multiple of 4
layout(binding = 0, location = 3) uniform atomic_uint d; // error: atomic counters have no location
void main() { atomicCounter(c); }
=== fragment: a declaration without a name sets the offset of the next counter
#version 420
layout(binding = 1, offset = 8) uniform atomic_uint;
layout(binding = 1) uniform atomic_uint c;
layout(binding = 47) uniform atomic_uint c; // instead, good
layout(binding = 2, offset = 3) uniform atomic_uint; // error: the offset of an atomic counter is a multiple of 4
void main() { atomicCounter(c); }
