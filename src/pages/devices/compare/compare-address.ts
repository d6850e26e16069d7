import { paths } from '#paths.ts'

/** URL parameters: two devices, or a device and the group whose members it is compared with. */
export const compared = { left: 'left', right: 'right', group: 'group' } as const

export const compareHref = (left: string, right: string) =>
  `${paths.compareDevices}?${new URLSearchParams({ left, right })}`
