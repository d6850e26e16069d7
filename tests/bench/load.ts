import { Pool } from 'undici'

export type Measured = { perSecond: number; medianMs: number; p99Ms: number; failures: number }
type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** So many clients, each asking again as soon as it is answered. The first second warms up and is not counted. */
export async function load(
  origin: string,
  next: () => Request,
  { clients, seconds, ca }: { clients: number; seconds: number; ca?: string },
): Promise<Measured> {
  const pool = new Pool(origin, { connections: clients, ...(ca && { connect: { ca } }) })
  const times: number[] = []
  let failures = 0
  const start = performance.now()
  const counted = start + 1000
  const end = counted + seconds * 1000
  const client = async () => {
    while (performance.now() < end) {
      const asked = performance.now()
      const answer = await pool.request(next())
      await answer.body.arrayBuffer()
      const now = performance.now()
      if (now < counted) continue
      times.push(now - asked)
      if (answer.statusCode !== 200) failures += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await pool.close()
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, medianMs: at(0.5), p99Ms: at(0.99), failures }
}

/** The middle of so many calls, one after the other. */
export async function medianMs(calls: number, call: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < calls; at += 1) {
    const start = performance.now()
    await call(at)
    times.push(performance.now() - start)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(calls / 2)] ?? 0
}
