/** How long a call keeps this thread's processor busy. Unlike the clock, it does not depend on what else the machine does. */
export function cpuMilliseconds(call: () => unknown): number {
  const { user, system } = process.threadCpuUsage()
  call()
  const spent = process.threadCpuUsage({ user, system })
  return (spent.user + spent.system) / 1000
}
