import { Meter } from '#ui/feedback/Meter.tsx'
import type { Disk } from './disks.ts'

/** How full a disk is; in words alone where the server does not tell it in bytes. */
export const DiskMeter = ({ disk: { name, percentUsed, text } }: { disk: Disk }) =>
  percentUsed === undefined ? text : <Meter label={`${name} used`} value={percentUsed} max={100} text={text} />
