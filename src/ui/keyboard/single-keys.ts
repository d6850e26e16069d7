import * as z from 'zod/mini'
import { useStored } from '#ui/table/state/stored.ts'

const onOrOff = z.boolean()

/** Whether single-character shortcuts are on. Stored in this browser, and preserved on sign-out. */
export const useSingleKeys = () => useStored('single-keys', onOrOff, true)
