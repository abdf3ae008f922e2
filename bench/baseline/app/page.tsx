export default function Page() {
  return <p>The bare route.</p>;
}
