import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { type AuditFilter, exportAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button } from '#ui/layout/layout.ts'
import { IconCircleCheck, IconDownload } from '#ui/theme/icons.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { ChainChecks } from './ChainChecks.tsx'
import { useChainChecks } from './use-chain-checks.ts'

const files = [
  { format: 'csv', label: 'Export CSV', holds: 'Filtered entries of both audit logs' },
  { format: 'jsonl', label: 'Export JSON lines', holds: 'Entries of this console only, with the hash chain' },
] as const

/** What can be done with the whole of both audits, and what came of it. */
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
        return (
          <Button
            key={format}
            variant="default"
            size="sm"
            data-tip={hasNone ? `${holds}. Choose another source.` : holds}
            aria-disabled={hasNone || undefined}
            data-disabled={hasNone || undefined}
            disabled={file.isPending}
            loading={file.isPending && file.variables.format === format}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => hasNone || file.mutate({ ...filterNow(), format })}
          >
            {label}
          </Button>
        )
      })}
    </>
  )
  const outcome = (
    <>
      {file.error && <ProblemPanel problem={problemOf(file.error)} />}
      <ChainChecks checks={checks} />
    </>
  )
  return { buttons, outcome }
}

const save = ({ name, bytes, type = '' }: Output<typeof exportAudit>) => saveFile(name, Uint8Array.from(bytes), type)
