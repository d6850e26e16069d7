import type { Endpoint } from '#contract/endpoint.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'

/** Why whoever is signed in may not. */
export function Refused({ title, endpoint, onClose }: { title: string; endpoint: Endpoint; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice tone="info" title="Your account may not do this">
        <span>It needs {endpoint.permission}. Ask an administrator.</span>
      </Notice>
    </Dialog>
  )
}
