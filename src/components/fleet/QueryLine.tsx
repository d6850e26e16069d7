import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCatalog } from './use-catalog.ts'
import { longestQuery } from '#contract/fleet/condition.ts'
import { type Completion, completionsOf } from '#contract/fleet/completions.ts'
import type { Catalog } from '#contract/fleet/field.ts'
import { findField, isBareFlag } from '#contract/fleet/field-names.ts'
import { type LineProblem, parseQuery, printQuery, writtenValue } from '#contract/fleet/query-line.ts'
import { Combobox } from '#ui/combobox/Combobox.tsx'
import { IconSearch } from '#ui/theme/icons.ts'
import classes from './Query.module.css'
import { useSuggestedValues } from './field-values.ts'
import { useQueried } from './query-subject.ts'

type Props = {
  /** The current query, in canonical form unless it has a syntax error. */
  query: string
  onQuery: (query: string) => void
}
type Draft = { text: string; of: string; isChecked: boolean }

/** The query as one line. Enter runs it; a syntax error is shown with its position. */
export function QueryLine({ query, onQuery }: Props) {
  const catalog = useCatalog()
  const { example } = useQueried()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<Draft>({ text: query, of: query, isChecked: true })
  const [caret, setCaret] = useState(query.length)
  // Discards the draft if the query was changed elsewhere (a removed condition, navigation, a bar).
  const { text, isChecked } = draft.of === query ? draft : { text: query, isChecked: true }
  const parsed = parseQuery(text, catalog)
  const problem = isChecked && 'problem' in parsed ? parsed.problem : undefined
  const completions = completionsOf(text, Math.min(caret, text.length), catalog)
  const { values } = completions
  const found = useSuggestedValues(values?.field, values?.search ?? '').map(({ id, label, detail }) => ({
    text: writtenValue(id),
    label,
    detail,
  }))
  const options = [...completions.options, ...found].map(({ text: id, label, detail }) => ({
    id,
    text: id,
    label,
    detail,
  }))

  const take = ({ text: piece }: Completion) => {
    const next = text.slice(0, completions.from) + piece + text.slice(completions.to)
    const at = completions.from + piece.length
    flushSync(() => {
      setDraft({ text: next, of: query, isChecked: false })
      setCaret(at)
    })
    field.current?.setSelectionRange(at, at)
  }
  const ask = () => {
    if ('problem' in parsed) return setDraft({ text, of: query, isChecked: true })
    const asked = printQuery(parsed.conditions, catalog)
    // An equivalent query is replaced by its canonical form.
    setDraft({ text: asked, of: asked, isChecked: true })
    setCaret(asked.length)
    if (asked !== query) onQuery(asked)
  }
  const enter = () => {
    ask()
    if ('problem' in parsed) field.current?.setSelectionRange(parsed.problem.from, parsed.problem.to)
  }
  return (
    <Combobox
      ref={field}
      label="Query"
      value={text}
      options={options}
      placeholder={example}
      maxLength={longestQuery}
      leftSection={<IconSearch size={16} aria-hidden />}
      error={problem && <ProblemInLine line={text} problem={problem} />}
      onType={(typed, at) => {
        // Revalidates on input only if an error is shown: unfinished input is not an error yet.
        setDraft({ text: typed, of: query, isChecked: problem !== undefined && typed !== '' })
        setCaret(at)
      }}
      onCaret={setCaret}
      onChoose={take}
      goesOn={({ text: piece }) => !isEnd(text.slice(0, completions.from), piece, catalog)}
      onEnter={enter}
      onLeave={() => text !== query && ask()}
    />
  )
}

/** Whether the completion ends a condition: after a value or a flag. */
function isEnd(before: string, piece: string, catalog: Catalog): boolean {
  const named = findField(piece, catalog)
  return /[:=<>]$/.test(before) || (named !== undefined && isBareFlag(named))
}

const around = 30

/** The text around the syntax error with the error marked, and the message. */
function ProblemInLine({ line, problem: { message, from, to } }: { line: string; problem: LineProblem }) {
  const start = Math.max(0, from - around)
  return (
    <span className={classes.problem}>
      <code aria-hidden>
        {start > 0 && '…'}
        {line.slice(start, from)}
        <mark>{line.slice(from, to).slice(0, 2 * around)}</mark>
        {line.slice(to, to + around)}
        {to + around < line.length && '…'}
      </code>
      <span>{message}</span>
    </span>
  )
}
