/*
 * The one function that HotSpot looks for in hsdis-<arch>.so since JDK 8, on top of libcapstone:
 *
 *   gcc -shared -fPIC -o hsdis-amd64.so hsdis-shim.c -lcapstone
 *
 * Enough for a trial print and for JMH's perfasm; branch targets are not handed back for symbols.
 */
#include <capstone/capstone.h>
#include <stdint.h>
#include <stdio.h>

typedef void *(*event_callback)(void *stream, const char *event, void *argument);
typedef int (*print_callback)(void *stream, const char *format, ...);

#if defined(__aarch64__)
#define ARCH CS_ARCH_ARM64
#define MODE CS_MODE_ARM
#else
#define ARCH CS_ARCH_X86
#define MODE CS_MODE_64
#endif

void *decode_instructions_virtual(uintptr_t start, uintptr_t end, unsigned char *code, uintptr_t length,
                                  event_callback event, void *events, print_callback print, void *out,
                                  const char *options, int newline) {
  csh handle;
  cs_insn *insn;
  const uint8_t *at = code;
  size_t left = length;
  uint64_t address = start;
  (void)end;
  (void)options;
  if (cs_open(ARCH, MODE, &handle) != CS_ERR_OK) return NULL;
  insn = cs_malloc(handle);
  while (left > 0) {
    void *here = (void *)(uintptr_t)address;
    if (event) event(events, "insn", here);
    if (cs_disasm_iter(handle, &at, &left, &address, insn)) {
      print(out, "%s %s", insn->mnemonic, insn->op_str);
    } else {
      print(out, ".byte 0x%02x", *at);
      at++, left--, address++;
    }
    if (event) event(events, "/insn", (void *)(uintptr_t)address);
    if (newline) print(out, "\n");
  }
  cs_free(insn, 1);
  cs_close(&handle);
  return (void *)(uintptr_t)address;
}
