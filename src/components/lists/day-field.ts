import { startOfDay } from '#contract/fleet/query-time.ts'
import { matching } from './list-address.ts'

/** A date in the URL, such as 2026-11-21. */
export const day = matching({ test: (text) => startOfDay(text) !== undefined })
