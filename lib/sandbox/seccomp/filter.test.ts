import { describe, expect, it } from "vitest";
import { DENIED_SYSCALLS } from "./denied-syscalls.ts";
import { ALLOW, KILL_PROCESS, MACHINES, NO_SUCH_CALL, NOT_PERMITTED, seccompFilter } from "./filter.ts";

/** The kernel's interpreter for the five instructions that we use; anything else in a program throws. */
function verdict(filter: Buffer, call: { audit: number; number: number; arguments?: number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.audit, 4);
  (call.arguments ?? []).forEach((value, index) => {
    data.writeBigUInt64LE(BigInt(value), 16 + 8 * index);
  });
  let word = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const code = filter.readUInt16LE(at * 8);
    const [jumpTrue, jumpFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x20) word = data.readUInt32LE(value);
    else if (code === 0x06) return value;
    else if (code === 0x15) at += word === value ? jumpTrue : jumpFalse;
    else if (code === 0x35) at += word >= value ? jumpTrue : jumpFalse;
    else if (code === 0x45) at += (word & value) !== 0 ? jumpTrue : jumpFalse;
    else throw new Error(`Instruction ${code} is not expected.`);
  }
  throw new Error("The program ended without a verdict.");
}

describe.each(["x64", "arm64"] as const)("the seccomp filter on %s", (architecture) => {
  const machine = MACHINES[architecture];
  const filter = seccompFilter(architecture) ?? Buffer.alloc(0);
  const ask = (number: number, ...values: number[]) => verdict(filter, { audit: machine.audit, number, arguments: values });

  it("refuses every call of the list", () => {
    for (const numbers of Object.values(DENIED_SYSCALLS)) {
      const number = numbers[machine.column];
      if (number !== null) expect(ask(number)).toBe(NOT_PERMITTED);
    }
  });

  it("kills calls of another architecture, and x32 calls", () => {
    expect(verdict(filter, { audit: 0x40000003, number: 1 })).toBe(KILL_PROCESS);
    expect(ask(0x40000000 + 101)).toBe(KILL_PROCESS);
    expect(ask(-1)).toBe(KILL_PROCESS);
  });

  it("lets threads and processes start and no namespace", () => {
    expect(ask(machine.clone, 17)).toBe(ALLOW);
    expect(ask(machine.clone, 0x3d0f00)).toBe(ALLOW);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(ask(machine.clone, flag + 17)).toBe(NOT_PERMITTED);
    }
    expect(ask(machine.clone3)).toBe(NO_SUCH_CALL);
  });

  it("opens sockets of three families and no other, whatever stands in the upper half of the argument", () => {
    for (const family of [1, 2, 10]) expect(ask(machine.socket, family)).toBe(ALLOW);
    for (const family of [0, 3, 16, 17, 38, 40, 2 ** 32 + 40]) expect(ask(machine.socket, family)).toBe(NOT_PERMITTED);
  });

  it("refuses to type into terminals and allows other device calls, reads and writes", () => {
    expect(ask(machine.ioctl, 0, 0x5412)).toBe(NOT_PERMITTED);
    expect(ask(machine.ioctl, 0, 2 ** 32 + 0x541c)).toBe(NOT_PERMITTED);
    expect(ask(machine.ioctl, 0, 0x5401)).toBe(ALLOW);
    const [read, write] = architecture === "x64" ? [0, 1] : [63, 64];
    expect([ask(read), ask(write)]).toEqual([ALLOW, ALLOW]);
  });
});

it("has no filter for a machine whose numbers it does not know", () => {
  expect(seccompFilter("riscv64")).toBeNull();
});
