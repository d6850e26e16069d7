import { useSuspenseQuery } from '@tanstack/react-query'
import { type Params, useParams } from 'react-router'
import { knownDevice } from '#components/devices/known-device.ts'

export const deviceIdOf = (params: Params) => params.device_id ?? ''

/** One record for all tabs of a device. */
export const deviceQuery = knownDevice

/** The device of this address. The tabs are rendered below `Device`, which waits for it. */
export const useDevice = () => useSuspenseQuery(deviceQuery(deviceIdOf(useParams()))).data
