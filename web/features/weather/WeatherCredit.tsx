/** Credit with a link, which Open-Meteo's license (CC BY 4.0) requires wherever its data is shown. */
export function WeatherCredit() {
  return (
    <p className="text-center text-sm text-muted">
      Weather data by{' '}
      <a className="underline" href="https://open-meteo.com/" rel="noreferrer">
        Open-Meteo.com
      </a>
    </p>
  )
}
