/** What Next gives a page of its address's query. */
export interface SearchParamsProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** One value of the query; a key that is missing or comes twice is none. */
export async function searchParam({ searchParams }: SearchParamsProps, name: string): Promise<string | undefined> {
  const value = (await searchParams)[name];
  return typeof value === "string" ? value : undefined;
}
