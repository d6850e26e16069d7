import { hostsAtOnce } from '#contract/keys/jobs/discovery-job.ts'

/** Worst case without any response: each batch takes the full timeout. */
export const worstCaseSeconds = (count: number, timeoutSeconds: number) =>
  Math.ceil(count / hostsAtOnce) * timeoutSeconds

/** Duration as text: `about 5 min 20 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
