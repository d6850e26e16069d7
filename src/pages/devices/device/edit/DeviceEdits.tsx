import { later } from '#ui/layout/later.ts'
import { Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { type Device, updateDevice } from '#contract/mdm/devices.ts'
import { Button } from '#ui/layout/layout.ts'

const EditDevice = later(async () => (await import('./EditDevice.tsx')).EditDevice)
const AssignUser = later(async () => (await import('./AssignUser.tsx')).AssignUser)

/** Administrative fields and user of a device. Hidden without permission to change them. */
export function DeviceEdits({ device }: { device: Device }) {
  const [open, setOpen] = useState<'edit' | 'assign'>()
  const may = useMay()
  if (!may(updateDevice.permission)) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('assign')}>
        Assign user
      </Button>
      <Suspense>
        {open === 'edit' && <EditDevice device={device} onClose={close} />}
        {open === 'assign' && <AssignUser devices={[device]} onClose={close} />}
      </Suspense>
    </>
  )
}
