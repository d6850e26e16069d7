import { Meter } from '#ui/feedback/Meter.tsx'
import type { Disk } from './disks.ts'

/** Disk usage as a bar; as text if the server does not report bytes. */
export const DiskMeter = ({ disk: { name, percentUsed, text } }: { disk: Disk }) =>
  percentUsed === undefined ? text : <Meter label={`${name} used`} value={percentUsed} max={100} text={text} />
