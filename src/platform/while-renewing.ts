type Renewal = {
  everyMs: number
  renew: () => Promise<unknown>
  /** Told of one that failed; the next one may succeed. */
  onFailure?: (error: unknown) => void
}

/** While the work goes on, what this process has claimed is renewed, so that no other process takes it over. */
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
