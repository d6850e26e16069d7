import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { type AuditFilter, exportAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { Button } from '#ui/layout/layout.ts'
import { IconCircleCheck, IconDownload } from '#ui/theme/icons.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { ChainChecks } from './ChainChecks.tsx'
import { useChainChecks } from './use-chain-checks.ts'

const files = [
  { format: 'csv', label: 'Export CSV', holds: 'Filtered entries of both audit logs' },
  { format: 'jsonl', label: 'Export JSON lines', holds: 'Entries of this console only, with the hash chain' },
] as const

/** Export and verification of the audits, with their results. */
export function useAuditActions(source: AuditFilter['source'] | '', filterNow: () => AuditFilter) {
  const checks = useChainChecks()
  const file = useMutation({ ...mutation(exportAudit), onSuccess: save })
  const buttons = (
    <>
      <Button
        variant="default"
        size="sm"
        loading={checks.isPending}
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        onClick={checks.start}
      >
        Verify hash chains
      </Button>
      {files.map(({ format, label, holds }) => {
        const hasNone = format === 'jsonl' && source === 'keys'
        const isOwn = file.isPending && file.variables.format === format
        return (
          <ActionButton
            key={format}
            size="sm"
            data-tip={holds}
            reason={
              hasNone
                ? `${holds}. Choose another source.`
                : file.isPending && !isOwn && 'Another export is in progress.'
            }
            loading={isOwn}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => file.mutate({ ...filterNow(), format })}
          >
            {label}
          </ActionButton>
        )
      })}
    </>
  )
  const outcome = (
    <>
      <QueryProblem error={file.error} />
      <ChainChecks checks={checks} />
    </>
  )
  return { buttons, outcome }
}

const save = ({ name, bytes, type = '' }: Output<typeof exportAudit>) => saveFile(name, Uint8Array.from(bytes), type)
