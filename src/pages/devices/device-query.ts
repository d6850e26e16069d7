import { useSuspenseQuery } from '@tanstack/react-query'
import { type Params, useParams } from 'react-router'
import { knownDevice } from '#components/devices/known-device.ts'
import { Problem } from '#contract/problem.ts'

export const deviceIdOf = (params: Params) => params.device_id ?? ''

/** One record for all tabs of a device. */
export const deviceQuery = knownDevice

/** The device of this address. The tabs are rendered below `Device`, which waits for it. */
export const useDevice = () => useSuspenseQuery(deviceQuery(deviceIdOf(useParams()))).data

/** What a query failed with; anything else than a `Problem` is a fault of the console's own. */
export const problemOf = (error: Error) => (error instanceof Problem ? error : new Problem('FAILED', error.message))
