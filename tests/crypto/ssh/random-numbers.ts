import { createHash } from 'node:crypto'

/** Whole numbers below a bound, the same in every run for the same seed. */
export function randomNumbers(seed: string): (below: number) => number {
  let state = seed
  return (below) => {
    const digest = createHash('sha256').update(state).digest()
    state = digest.toString('hex')
    return digest.readUInt32BE() % below
  }
}
