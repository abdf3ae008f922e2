import {
  ARCHITECTURE,
  answer,
  argument,
  assemble,
  type Instruction,
  JUMP_ANY_BIT,
  JUMP_AT_LEAST,
  JUMP_EQUAL,
  load,
  SYSCALL_NUMBER,
  when,
  whenNot,
} from "./assemble.ts";
import { DENIED_SYSCALLS } from "./denied-syscalls.ts";

/** What a filter answers: SECCOMP_RET_* of linux/seccomp.h with the error number in the low half. */
export const ALLOW = 0x7fff0000;
export const KILL_PROCESS = 0x80000000;
export const NOT_PERMITTED = 0x00050000 | 1;
export const NO_SUCH_CALL = 0x00050000 | 38;

interface Machine {
  /** AUDIT_ARCH_* of linux/audit.h. */
  audit: number;
  column: 0 | 1;
  clone: number;
  clone3: number;
  ioctl: number;
  socket: number;
}

export const MACHINES: Readonly<Record<"x64" | "arm64", Machine>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, clone3: 435, ioctl: 16, socket: 41 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, clone3: 435, ioctl: 29, socket: 198 },
};

/** Numbers from here on are the x32 calls of an x86-64 kernel: the same calls under other numbers. */
const X32 = 0x40000000;
/** Every CLONE_NEW* that `clone` can carry (sched.h). */
const NEW_NAMESPACE = 0x7e020000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** AF_UNIX, AF_INET, AF_INET6. Not AF_NETLINK, AF_PACKET, AF_ALG, and not AF_VSOCK, which no network namespace hides. */
const SOCKET_FAMILIES = [1, 2, 10];

/**
 * The seccomp program of the sandbox for this machine, in the form that `bwrap --seccomp` reads; null for machines that we have no
 * numbers for. Calls of another architecture (i386, x32) kill the process, since their numbers mean other things.
 */
export function seccompFilter(architecture: string = process.arch): Buffer | null {
  return architecture === "x64" || architecture === "arm64" ? assemble(programFor(MACHINES[architecture])) : null;
}

function programFor(machine: Machine): Instruction[] {
  return [
    ...load(ARCHITECTURE),
    ...whenNot(machine.audit, answer(KILL_PROCESS)),
    ...load(SYSCALL_NUMBER),
    ...when(JUMP_AT_LEAST, X32, answer(KILL_PROCESS)),
    ...Object.values(DENIED_SYSCALLS).flatMap((numbers) => {
      const number = numbers[machine.column];
      return number === null ? [] : when(JUMP_EQUAL, number, answer(NOT_PERMITTED));
    }),
    // Its flags lie in memory, where a filter cannot look. C libraries fall back to `clone`, whose flags are in a register.
    ...when(JUMP_EQUAL, machine.clone3, answer(NO_SUCH_CALL)),
    ...when(JUMP_EQUAL, machine.clone, [
      ...load(argument(0)),
      ...when(JUMP_ANY_BIT, NEW_NAMESPACE, answer(NOT_PERMITTED)),
      ...answer(ALLOW),
    ]),
    // Typing into the terminal of whoever started the server.
    ...when(JUMP_EQUAL, machine.ioctl, [
      ...load(argument(1)),
      ...when(JUMP_EQUAL, TIOCSTI, answer(NOT_PERMITTED)),
      ...when(JUMP_EQUAL, TIOCLINUX, answer(NOT_PERMITTED)),
      ...answer(ALLOW),
    ]),
    ...when(JUMP_EQUAL, machine.socket, [
      ...load(argument(0)),
      ...SOCKET_FAMILIES.flatMap((family) => when(JUMP_EQUAL, family, answer(ALLOW))),
      ...answer(NOT_PERMITTED),
    ]),
    ...answer(ALLOW),
  ];
}
