import * as z from 'zod/mini'
import { useStored } from '#ui/table/state/stored.ts'

const onOrOff = z.boolean()

/** Whether shortcuts of a single character are on: this browser keeps it, also when somebody signs out. */
export const useSingleKeys = () => useStored('single-keys', onOrOff, true)
