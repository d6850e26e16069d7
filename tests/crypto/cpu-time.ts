/**
 * How long a call keeps this thread's processor busy, in milliseconds of the reference machine. Unlike the clock, it does
 * not depend on what else the machine does, nor on how fast the machine is.
 */
export function cpuMilliseconds(call: () => unknown): number {
  const started = busyMilliseconds()
  call()
  return onReferenceMachine(busyMilliseconds() - started)
}

/** Since this thread began, user and system time. */
export function busyMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What a time would be on two quiet cores, for which all limits are stated. Unchanged where it is below all of them. */
export const onReferenceMachine = (milliseconds: number): number =>
  milliseconds < 30 ? milliseconds : milliseconds / slowness()

/** What the work of `slowness` takes on the reference machine. */
const referenceMilliseconds = 55

/** How many times as long as the reference machine this one takes at the moment; at least 1. */
function slowness(): number {
  const started = busyMilliseconds()
  let sum = 0
  for (let n = 0; n < 5e6; n++) sum = (sum * 31 + n) | 0
  // More than the allocator keeps, so that its pages are new each time.
  const memory = Buffer.alloc(40 * 1024 * 1024)
  for (let at = 0; at < memory.length; at += 20_000) memory[at] = sum & 255
  return Math.max(1, (busyMilliseconds() - started) / referenceMilliseconds)
}
