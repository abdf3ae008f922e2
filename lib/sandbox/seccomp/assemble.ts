/** One classic BPF instruction, `struct sock_filter` of linux/filter.h: 8 bytes, little-endian on the machines that we support. */
export interface Instruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly value: number;
}

const LOAD_WORD = 0x20;
export const JUMP_EQUAL = 0x15;
export const JUMP_AT_LEAST = 0x35;
export const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Offsets into `struct seccomp_data` (linux/seccomp.h). Arguments are 64 bits; the kernel reads the ones that we test as 32. */
export const SYSCALL_NUMBER = 0;
export const ARCHITECTURE = 4;
export const argument = (index: number): number => 16 + 8 * index;

const step = (code: number, value: number, jumpTrue = 0, jumpFalse = 0): Instruction => ({ code, jumpTrue, jumpFalse, value: value >>> 0 });

export const load = (offset: number): Instruction[] => [step(LOAD_WORD, offset)];
export const answer = (verdict: number): Instruction[] => [step(RETURN, verdict)];

/** Runs `then` when the loaded word passes the test, and goes on behind it when it does not. */
export function when(
  test: typeof JUMP_EQUAL | typeof JUMP_AT_LEAST | typeof JUMP_ANY_BIT,
  value: number,
  then: Instruction[],
): Instruction[] {
  if (then.length > 255) throw new RangeError("A jump of classic BPF reaches 255 instructions.");
  return [step(test, value, 0, then.length), ...then];
}

/** The opposite of {@link when} with `JUMP_EQUAL`. */
export function whenNot(value: number, then: Instruction[]): Instruction[] {
  return [step(JUMP_EQUAL, value, then.length, 0), ...then];
}

/** The bytes that `bwrap --seccomp` reads. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach((instruction, index) => {
    bytes.writeUInt16LE(instruction.code, index * 8);
    bytes.writeUInt8(instruction.jumpTrue, index * 8 + 2);
    bytes.writeUInt8(instruction.jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(instruction.value, index * 8 + 4);
  });
  return bytes;
}
