/* Wine 8 lacks bcryptprimitives.dll, of which Go's runtime needs ProcessPrng. For
   test-windows.sh alone. */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG size); /* RtlGenRandom */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T size) { return SystemFunction036(buffer, (ULONG)size); }
BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) { return TRUE; }
