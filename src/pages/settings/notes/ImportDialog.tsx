import { useState } from 'react'
import { call } from '#api/call.ts'
import { invalidate, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { type AnnotatedKind, annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import {
  type AnnotationField,
  importAnnotations,
  type UnchangedCell,
  maxThings,
} from '#contract/console/annotations/annotations.ts'
import { counted } from '#contract/words/counted.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FileChoice } from '#ui/form/FileChoice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { csvText, notText } from './csv-text.ts'
import { type ImportPlan, maxFileBytes, placeOf, planImport, readFile } from './import-plan.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { UnchangedCells } from './UnchangedCells.tsx'
import { namingColumns } from './identified-objects.ts'

type Props = { fields: readonly AnnotationField[]; onClose: () => void }
type Done = { changed: number; kept: UnchangedCell[] }
/** Progress of the import, from which it resumes after an error. */
type ImportResult = Done & { id?: string; things: number }

const nothing: ImportResult = { changed: 0, kept: [], things: 0 }

/** Reads a file in the browser, compares it with existing values, and saves after the preview. */
export function ImportDialog({ fields, onClose }: Props) {
  const may = useMay()
  const kinds = annotatedKinds.filter((kind) => may(annotated[kind].write))
  const [kind, setKind] = useState<AnnotatedKind>(kinds[0] ?? 'device')
  const [file, setFile] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [done, setDone] = useState<Done>()
  const [written, setWritten] = useState(nothing)
  const { problem, pending, attempt } = useAttempt()

  const again = () => {
    setPlan(undefined)
    setWrong(undefined)
    setWritten(nothing)
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
      setPlan(await planImport(kind, read, fields, AbortSignal.timeout(300_000)))
    })
  const write = (planned: ImportPlan) =>
    attempt(async () => {
      const told: ImportResult = { ...written }
      try {
        while (told.things < planned.changed.length) {
          const part = planned.changed.slice(told.things, told.things + maxThings)
          const things = part.map(({ thing, changes }) => Object.assign(placeOf(thing), { cells: changes }))
          const { id } = told
          const input = { kind, file: (file ?? '').slice(0, 255), things, ...(id !== undefined && { import: id }) }
          // oxlint-disable-next-line no-await-in-loop -- the first request creates the import that all others refer to
          const answer = await call(importAnnotations, input)
          told.id = answer.import
          told.things += part.length
          told.changed += answer.changed
          told.kept = [...told.kept, ...answer.kept]
        }
      } finally {
        setWritten({ ...told })
        await invalidate(importAnnotations.changes)
      }
      setDone(told)
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
          {plan && <ImportPreview plan={plan} fields={fields} isBegun={written.things > 0} />}
          {problem && <ProblemPanel problem={problem} />}
          {written.things > 0 && (
            <Notice tone="warn" title={`${counted(written.changed, 'value', 'values')} imported so far`}>
              <span>
                “Import” continues with the remaining values. Imported values are listed below and can be undone there.
              </span>
            </Notice>
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
