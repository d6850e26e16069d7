type Renewal = {
  everyMs: number
  renew: () => Promise<unknown>
  /** Called for a failed renewal; the next one may succeed. */
  onFailure?: (error: unknown) => void
}

/** Renews this process's claims while the work runs, so that no other process takes it over. */
export async function whileRenewing<T>(
  { everyMs, renew, onFailure = () => undefined }: Renewal,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => void renew().catch(onFailure), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}
