import { SCREENS } from '../../contract/screens.ts'

type Screens = typeof SCREENS
export type Screen = keyof Screens

type ParamNames<Pattern extends string> = Pattern extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Pattern extends `${string}/:${infer Name}`
    ? Name
    : never

type ParamsOf<S extends Screen> = { readonly [Name in ParamNames<Screens[S]>]: string }

/** Returns the address of a screen: `pathTo('groupMembers', { slug })` is `/{slug}/members`. */
export function pathTo<S extends Screen>(
  screen: S,
  ...[params]: ParamNames<Screens[S]> extends never ? [] : [ParamsOf<S>]
): string {
  const values: Readonly<Record<string, string>> = params ?? {}
  return SCREENS[screen].replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
}
