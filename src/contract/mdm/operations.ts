import { deviceRows } from './devices.ts'

/** Everything of mobile-device-management. */
export const mdm = { ...deviceRows }
