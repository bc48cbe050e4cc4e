# find_package(glmeter) defines the targets
#   glmeter::glmeter         the shared library or, where it is absent, the static one
#   glmeter::glmeter_static  the static library, with the system libraries that it needs
# This file is the same in every installation: it looks for the libraries in the prefix that contains it.

get_filename_component(_glmeter_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(_glmeter_folders "lib64" "lib")
if(CMAKE_LIBRARY_ARCHITECTURE)
  list(INSERT _glmeter_folders 0 "lib/${CMAKE_LIBRARY_ARCHITECTURE}")
endif()
foreach(_glmeter_folder IN LISTS _glmeter_folders)
  foreach(_glmeter_name IN ITEMS "libglmeter.so" "libglmeter.a")
    if(NOT DEFINED _glmeter_${_glmeter_name} AND EXISTS "${_glmeter_prefix}/${_glmeter_folder}/${_glmeter_name}")
      set(_glmeter_${_glmeter_name} "${_glmeter_prefix}/${_glmeter_folder}/${_glmeter_name}")
    endif()
  endforeach()
endforeach()

if(DEFINED _glmeter_libglmeter.so AND NOT TARGET glmeter::glmeter)
  add_library(glmeter::glmeter SHARED IMPORTED)
  set_target_properties(glmeter::glmeter PROPERTIES
    IMPORTED_LOCATION "${_glmeter_libglmeter.so}"
    IMPORTED_SONAME "libglmeter.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_glmeter_prefix}/include")
endif()

if(DEFINED _glmeter_libglmeter.a AND NOT TARGET glmeter::glmeter_static)
  add_library(glmeter::glmeter_static STATIC IMPORTED)
  set_target_properties(glmeter::glmeter_static PROPERTIES
    IMPORTED_LOCATION "${_glmeter_libglmeter.a}"
    IMPORTED_LINK_INTERFACE_LANGUAGES "C"
    INTERFACE_LINK_LIBRARIES "gcc_s;util;rt;pthread;m;dl;c"
    INTERFACE_INCLUDE_DIRECTORIES "${_glmeter_prefix}/include")
  if(NOT TARGET glmeter::glmeter)
    add_library(glmeter::glmeter INTERFACE IMPORTED)
    set_target_properties(glmeter::glmeter PROPERTIES INTERFACE_LINK_LIBRARIES glmeter::glmeter_static)
  endif()
endif()

if(NOT TARGET glmeter::glmeter)
  set(glmeter_FOUND FALSE)
  set(glmeter_NOT_FOUND_MESSAGE "neither libglmeter.so nor libglmeter.a is in a library folder of ${_glmeter_prefix}")
endif()

unset(_glmeter_libglmeter.so)
unset(_glmeter_libglmeter.a)
unset(_glmeter_folders)
unset(_glmeter_folder)
unset(_glmeter_name)
unset(_glmeter_prefix)
