type Fill = { ending: AbortController; filled: Promise<void> }

/** Plans being completed by this process, by job ID. */
export function planFills() {
  const fills = new Map<number, Fill>()
  /** Stops adding to a plan. */
  const end = async (job: number) => {
    const fill = fills.get(job)
    fill?.ending.abort()
    await fill?.filled
  }
  return {
    /** `filled` never rejects. */
    begin: (job: number, ending: AbortController, filled: Promise<void>) => {
      const fill = { ending, filled }
      fills.set(job, fill)
      void filled.then(() => fills.get(job) === fill && fills.delete(job))
    },
    end,
    close: () => Promise.all([...fills.keys()].map(end)),
  }
}
