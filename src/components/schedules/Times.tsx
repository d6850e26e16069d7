import { Text } from '@mantine/core'
import { Moment } from '#ui/values/Moment.tsx'
import { zonedTime } from './schedule-words.ts'

/** List of times in a time zone, each with its relative time. */
export const Times = ({ at, zone }: { at: readonly number[]; zone: string }) => (
  <Text component="ul" size="sm" my={4} pl="lg">
    {at.map((time) => (
      <li key={time}>
        {zonedTime(time, zone)} (<Moment at={new Date(time)} />)
      </li>
    ))}
  </Text>
)
