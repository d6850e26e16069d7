import { counted } from '#contract/words/counted.ts'
import { nameOfSubject } from '#contract/keys/rules/names.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FormArea, useFillField, useFormValues } from '#ui/form/FormFields.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import classes from './form.module.css'
import type { IssuingForm } from './issuing-form.ts'
import { inAscii, kindText, namesIn, type TypedName } from './names.ts'

const shownNames = 50

/** Text area for names, one per line, which also accepts pasted lists. Shows the detected type of each name. */
export function NamesField() {
  const { altNames, commonName } = useFormValues<IssuingForm>()
  const fill = useFillField()
  const names = namesIn(altNames)
  const own = nameOfSubject({ commonName: commonName.trim(), altNames: texts(names) })
  return (
    <>
      <FormArea
        name="altNames"
        label="Names (SAN)"
        description="One per line: host names, *.wildcards, IP addresses, email addresses, URIs. Pasted lists are split automatically."
        rows={6}
        mono
      />
      {own !== undefined && (
        <Group gap="sm">
          <Text size="sm">The common name {own} is a host name and is added to the names.</Text>
          <Button variant="default" size="xs" onClick={() => fill('altNames', [own, ...texts(names)].join('\n'))}>
            Add to names
          </Button>
        </Group>
      )}
      {names.some(({ ascii }) => ascii) && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => fill('altNames', inAscii(altNames))}>
          Convert to A-labels (Punycode)
        </Button>
      )}
      {names.length > 0 && <NameList names={names} />}
    </>
  )
}

const texts = (names: readonly TypedName[]) => names.map(({ name }) => name)

function NameList({ names }: { names: readonly TypedName[] }) {
  const more = names.length - shownNames
  return (
    <section aria-label="Name types">
      <Text size="sm" c="dimmed" component="output">
        {counted(names.length, 'name', 'names')}
      </Text>
      <ul className={classes.names}>
        {names.slice(0, shownNames).map(({ name, kind, ascii, wrong }) => (
          <li key={name}>
            <code>{name}</code>
            {ascii && (
              <>
                is encoded as <code>{ascii}</code>
              </>
            )}
            <StatusBadge tone={wrong ? 'bad' : 'muted'}>{wrong ? 'Not valid' : kindText(kind)}</StatusBadge>
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
      </ul>
    </section>
  )
}
