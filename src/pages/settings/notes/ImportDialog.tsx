import { useState } from 'react'
import { call } from '#api/call.ts'
import { change, invalidate, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { type AnnotatedKind, annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { namingColumns } from '#contract/console/annotations/naming-columns.ts'
import {
  type AnnotationField,
  importAnnotations,
  type ImportPlan,
  previewAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import type { Output } from '#contract/endpoint.ts'
import { counted } from '#contract/words/counted.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { csvText, notText } from './csv-text.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { maxFileBytes, readFile } from './read-file.ts'
import { UnchangedCells } from './UnchangedCells.tsx'

type Props = { fields: readonly AnnotationField[]; onClose: () => void }
type Done = Pick<Output<typeof importAnnotations>, 'changed' | 'kept'>
type Planned = ImportPlan & { ignored: readonly string[] }

/** Previews the changes of a file, and has the console write them in one request. */
export function ImportDialog({ fields, onClose }: Props) {
  const may = useMay()
  const kinds = annotatedKinds.filter((kind) => may(annotated[kind].write))
  const [kind, setKind] = useState<AnnotatedKind>(kinds[0] ?? 'device')
  const [file, setFile] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [plan, setPlan] = useState<Planned>()
  const [done, setDone] = useState<Done>()
  /** Whether writing failed, possibly after some values. */
  const [hasFailed, setFailed] = useState(false)
  const { problem, pending, attempt } = useAttempt()

  const again = () => {
    setPlan(undefined)
    setWrong(undefined)
    setFailed(false)
  }
  const choose = (chosen: File) =>
    attempt(async () => {
      again()
      setFile(chosen.name)
      if (chosen.size > maxFileBytes) return setWrong('The file is larger than 5 MiB. Split it.')
      const text = csvText(await chosen.bytes())
      if (text === undefined) return setWrong(notText)
      const read = readFile(text, kind, fields)
      if ('problem' in read) return setWrong(read.problem)
      const { ignored, ...asked } = read
      const signal = AbortSignal.timeout(300_000)
      setPlan({ ...(await call(previewAnnotationImport, { kind, ...asked }, signal)), ignored })
    })
  const write = ({ changed }: Planned) =>
    attempt(async () => {
      try {
        setDone(await change(importAnnotations, { kind, file: (file ?? '').slice(0, 255), things: changed }))
      } catch (error) {
        // Some values may have been written: the file must be compared again.
        setPlan(undefined)
        setFailed(true)
        await invalidate(importAnnotations.changes)
        throw error
      }
    })

  if (done)
    return (
      <Dialog title="Import values" onClose={onClose} size="xl">
        <Stack gap="md">
          <Notice tone="ok" title={`${counted(done.changed, 'value', 'values')} imported`} urgent>
            <span>The import is listed below and can be undone there.</span>
          </Notice>
          <UnchangedCells kept={done.kept} fields={fields} since="the preview" />
          <Group justify="end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      </Dialog>
    )
  const cells = plan?.changed.reduce((sum, { changes }) => sum + changes.length, 0) ?? 0
  return (
    <Dialog title="Import values" onClose={onClose} size="xl">
      <form
        aria-label="Import values"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (plan && cells > 0) write(plan)
          else setWrong(plan ? 'Nothing to import.' : 'Choose a file first.')
        }}
      >
        <Stack gap="md">
          <SelectField
            name="kind"
            label="Items"
            value={kind}
            options={kinds.map((value) => ({ value, label: annotated[value].many }))}
            onChange={({ currentTarget }) => {
              again()
              setFile(undefined)
              setKind(currentTarget.value as AnnotatedKind)
            }}
          />
          <Text size="sm">
            The first line names the columns: {namingColumns[kind].map((name) => `“${name}”`).join(' or ')}, and any of
            Owner, Tags, Note and your custom fields. Empty cells change nothing; a hyphen clears the value.
          </Text>
          <Group gap="sm">
            <FileChoice label="Choose CSV file" accept=".csv,text/csv" onFile={choose} />
            <Text component="output" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {file ?? 'No file selected'}
            </Text>
          </Group>
          {wrong && <Notice tone="bad" title={wrong} urgent />}
          {pending && !plan && <Loading />}
          {plan && <ImportPreview plan={plan} ignored={plan.ignored} fields={fields} />}
          {problem && <ProblemPanel problem={problem} />}
          {problem && hasFailed && (
            <Text size="sm">
              What has been imported is listed below and can be undone there. If the connection was lost, the console
              completes the import. To import the rest otherwise, choose the file again.
            </Text>
          )}
          <DialogButtons
            action={cells > 0 ? `Import ${counted(cells, 'value', 'values')}` : 'Import'}
            pending={pending}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
