import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/mutation.ts'
import { problemOf } from '#api/problem-of.ts'
import { type AuditFilter, exportAudit, verifyAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { IconCircleCheck, IconDownload } from '#ui/icons.ts'
import { Button } from '#ui/layout.ts'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { saveFile } from '#ui/save-file.ts'
import { ChainCheck } from './ChainCheck.tsx'

const files = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'jsonl', label: 'Export JSON lines' },
] as const

/** What can be done with the whole of the audit, and what came of it. */
export function useAuditActions(filterNow: () => AuditFilter) {
  const check = useMutation(mutation(verifyAudit))
  const file = useMutation({ ...mutation(exportAudit), onSuccess: save })
  const error = check.error ?? file.error
  const buttons = (
    <>
      <Button
        variant="default"
        size="sm"
        loading={check.isPending}
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        onClick={() => check.mutate({})}
      >
        Verify the chain
      </Button>
      {files.map(({ format, label }) => (
        <Button
          key={format}
          variant="default"
          size="sm"
          disabled={file.isPending}
          loading={file.isPending && file.variables.format === format}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => file.mutate({ ...filterNow(), format })}
        >
          {label}
        </Button>
      ))}
    </>
  )
  const outcome = (
    <>
      {error && <ProblemPanel problem={problemOf(error)} />}
      {check.data && !check.isPending && <ChainCheck found={check.data} />}
    </>
  )
  return { buttons, outcome }
}

const save = ({ name, bytes, type = '' }: Output<typeof exportAudit>) => saveFile(name, Uint8Array.from(bytes), type)
