import { tagsOf } from '#contract/console/annotations/annotation-values.ts'
import classes from './AnnotationValue.module.css'

/** Value of a notes field: tags as badges, notes with their line breaks. */
export function AnnotationValue({ field, value }: { field: string; value: string }) {
  if (value === '') return '–'
  if (field === 'note') return <span className={classes.note}>{value}</span>
  if (field !== 'tags') return value
  return (
    <span className={classes.tags}>
      {tagsOf(value).map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}
