import { useSuspenseQuery } from '@tanstack/react-query'
import { type Params, useParams } from 'react-router'
import { cachedDevice } from '#components/devices/cached-device.ts'

export const deviceIdOf = (params: Params) => params.device_id ?? ''

/** Device record shared by all tabs. */
export const deviceQuery = cachedDevice

/** The device in the URL. Suspends, so it may be used only below `Device`, which loads the record. */
export const useDevice = () => useSuspenseQuery(deviceQuery(deviceIdOf(useParams()))).data
