import type { ReactNode } from 'react'
import { useMay, useModuleHint } from '#api/may.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

/**
 * Replaces a form by a notice if the user lacks the permission, so that nobody fills in a form that the server would
 * reject.
 */
export function Permitted({ endpoint, children }: { endpoint: Endpoint; children: ReactNode }) {
  const may = useMay()
  const hint = useModuleHint(endpoint.permission)
  if (may(endpoint.permission)) return children
  return (
    <Notice tone="warn" title="Your account does not have permission for this">
      <span>
        It requires the permission {endpoint.permission}. {hint ?? 'Ask an administrator.'}
      </span>
    </Notice>
  )
}
