// Another language: a Spanish lexicon, and what sixty sentences mean with it.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/text/lexicon.hpp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <iterator>
#include <string>

using nlohmann::json;
using workmem::text::degree;
using workmem::text::direction;
using workmem::text::lexicon;
using workmem::text::word_class;

namespace {

// "pedidos" → "pedido", "canciones" → "canción" is beyond an ending: such words stand as synonyms.
std::string singular(std::string_view noun) {
    std::string out{noun};
    if (out.size() > 4 && out.ends_with("es") && !out.ends_with("des") && !out.ends_with("nes") &&
        std::string_view{"lrdnz"}.find(out[out.size() - 3]) != std::string_view::npos)
        out.resize(out.size() - 2);
    else if (out.size() > 3 && out.ends_with('s') && !out.ends_with("ss"))
        out.pop_back();
    return out;
}

lexicon spanish() {
    lexicon words;
    words.set_singular(singular);
    words.add(word_class::definite, "el la los las lo del al")
        .add(word_class::indefinite, "un una unos unas algún alguna algo otro otra")
        .add(word_class::near_demonstrative, "este esta estos estas esto")
        .add(word_class::far_demonstrative, "ese esa esos esas eso aquel aquella aquellos aquellas")
        .add(word_class::pronoun, "le les ello él ella ellos ellas su sus")
        .add(word_class::place_pronoun, "allí ahí allá")
        .add(word_class::possessive, "mi mis tu tus nuestro nuestra")
        .add(word_class::negation, "no ningún ninguna ninguno nunca sin tampoco excepto")
        .add(word_class::other, "otro otra otros otras demás")
        .add(word_class::placeholder, "uno una opción elemento")
        .add(word_class::search, "busca buscar encuentra muestra muéstrame lista enseña")
        .add(word_class::acquire, "reserva compra pide quiero")
        .add(word_class::self, "yo me")
        .add(word_class::addressee, "tú usted")
        .add(word_class::change,
             "cancela borra elimina cambia renombra cierra abre paga envía mueve archiva publica "
             "aprueba asigna marca reabre devuelve")
        .add(word_class::predicate, "es está son están fue era puede cuesta tiene hay")
        .add(word_class::property,
             "dirección ciudad precio total importe fecha título nombre estado prioridad autor "
             "descripción")
        .add(word_class::moment, "día hora semana mes año mañana tarde noche hoy")
        .add(word_class::interrogative, "qué cuál cuáles")
        .add(word_class::asking, "qué cuál cuáles quién cuándo dónde cómo cuánto")
        .add(word_class::adjective, "nuevo nueva mismo misma primero primera último última mejor")
        .add(word_class::function,
             "el la los las lo un una unos unas de del a al en con por para sin y o u e que qué "
             "cuál es está son su sus mi tu se me te le les no sí si ya muy más menos por favor "
             "este esta ese esa eso esto estos estas esos esas todo toda todos todas menos excepto "
             "primero primera último última uno una "
             "salvo cada ambos ambas otro otra otros otras gracias hola ahora también")
        .add(word_class::relation, "a en de con para por al")
        .add(word_class::target, "a al como")
        .add(word_class::connective, "y e")
        .add(word_class::coordinating, "y e o u ni")
        .add(word_class::list_end, "último última últimos últimas")
        .add(word_class::numbering, "número nº")
        .add(word_class::partitive, "de")
        .add(word_class::most, "más")
        .add(word_class::least, "menos")
        .add(word_class::newest, "reciente")
        .add(word_class::oldest, "antiguo antigua")
        .add(word_class::former, "primero")
        .add(word_class::next, "siguiente siguientes")
        .add(word_class::previous, "anterior anteriores")
        .add(word_class::plural, "estos estas esos esas ellos ellas")
        .add(word_class::everything, "todo")
        .add(word_class::setting_apart, "excepto salvo menos")
        .add(word_class::both, "ambos ambas")
        .add(word_class::every, "todos todas cada")
        .add(word_class::describing, "con sin de del en por para que llamado llamada")
        .add(word_class::excluding, "no excepto salvo menos")
        .add(word_class::instead, "sino")
        .add(word_class::greeting, "hola gracias adiós")
        .add(word_class::from_bound, "más")
        .add(word_class::to_bound, "menos")
        .add(word_class::origin, "de por")
        .add_ordinal(1, "primero primera primer primeros primeras")
        .add_ordinal(2, "segundo segunda")
        .add_ordinal(3, "tercero tercera tercer")
        .add_ordinal(4, "cuarto cuarta")
        .add_ordinal(-2, "penúltimo penúltima")
        .add_cardinal(2, "dos")
        .add_cardinal(3, "tres")
        .add_measure("precio", direction::lowest, "price total amount precio importe")
        .add_adjectives("precio", direction::lowest, degree::plain, "barato barata")
        .add_adjectives("precio", direction::highest, degree::plain, "caro cara")
        .add_synonyms("order pedido pedidos")
        .add_synonyms("issue incidencia incidencias")
        .add_synonyms("page página páginas")
        .add_synonyms("invoice factura facturas");
    return words;
}

struct asked {
    const char* text;
    const char* means;  // ids; "" where nothing is meant
};

constexpr asked about_orders[]{
    {"cancela el segundo", "o-2"},
    {"cancela el pedido de Bilbao", "o-3"},
    {"muéstrame el último", "o-4"},
    {"borra el penúltimo", "o-3"},
    {"cancela el primer pedido", "o-1"},
    {"paga el tercero", "o-3"},
    {"abre o-2", "o-2"},
    {"cierra el pedido o-4", "o-4"},
    {"cuál es el más barato", "o-2"},
    {"cancela el más caro", "o-3"},
    {"envía el pedido más barato", "o-2"},
    {"cancela el segundo más caro", "o-4"},
    {"el de Sevilla", "o-2"},
    {"abre el pedido de Madrid", "o-1"},
    {"cancela el primero y el tercero", "o-1 o-3"},
    {"paga los pedidos o-1 y o-4", "o-1 o-4"},
    {"cancela todos los pedidos excepto el segundo", "o-1 o-3 o-4"},
    {"cancela todos menos el primero", "o-2 o-3 o-4"},
    {"archiva todos los pedidos salvo o-3", "o-1 o-2 o-4"},
    {"borra los pedidos pagados", "o-1 o-4"},
    {"cancela los pedidos pendientes", "o-2"},
    {"devuelve el enviado", "o-3"},
    {"cancela el pedido o-9", ""},
    {"cancela la factura", ""},
    {"abre el pedido de Oslo", ""},
    {"cancela el séptimo", ""},
    {"no el primero, sino el segundo", "o-2"},
    {"borra los dos primeros", "o-1 o-2"},
    {"gracias", ""},
    {"hola", ""},
};
constexpr asked about_issues[]{
    {"cierra la primera incidencia", "i-7"},
    {"abre Búsqueda lenta", "i-8"},
    {"cierra búsqueda lenta", "i-8"},
    {"asigna la incidencia de Lucía", "i-8"},
    {"cierra la última", "i-9"},
    {"cierra la incidencia i-9", "i-9"},
    {"borra la segunda", "i-8"},
    {"cierra Pantalla en blanco y Búsqueda lenta", "i-7 i-8"},
    {"cierra todas excepto Búsqueda lenta", "i-7 i-9"},
    {"cierra todas las incidencias menos la última", "i-7 i-8"},
    {"borra las incidencias abiertas", "i-7 i-9"},
    {"reabre la cerrada", "i-8"},
    {"abre la incidencia cerrada", "i-8"},
    {"asigna la urgente", "i-9"},
    {"cierra i-7 e i-8", "i-7 i-8"},
    {"borra la incidencia Inicio", ""},
    {"borra la página", ""},
    {"cierra la quinta", ""},
    {"cierra la primera y la cuarta", ""},
    {"cierra las incidencias de Lucía", "i-8"},
};
constexpr asked about_focus[]{
    {"cambia su título", "p-2"},    {"cambia el título de la página", "p-2"},
    {"publica esta página", "p-2"}, {"borra esa", "p-2"},
    {"archiva esta", "p-2"},        {"abre la anterior", "p-1"},
    {"abre la siguiente", "p-3"},   {"renombra la página Inicio", "p-1"},
    {"publica Blog", "p-3"},        {"borra la factura", ""},
};

int right = 0, all = 0;

void check(workmem::entity_memory& memory, const asked& each) {
    const auto found = memory.resolve(each.text);
    std::string ids;
    for (const auto& part : found.references)
        if (found.is_set()) (ids += ids.empty() ? "" : " ") += part.value->id.text();
    if (found) ids = found->id.text();
    ++all;
    right += ids == each.means;
    if (ids != each.means)
        std::cout << "missed: " << each.text << " -> " << (ids.empty() ? "nothing" : ids) << '\n';
}

}  // namespace

int main() {
    const auto words = spanish();  // a lexicon outlives the memories that use it
    const auto remembering = [&](const char* tool, const char* result) {
        workmem::entity_memory memory;
        memory.set_lexicon(words);
        memory.observe(tool, json::parse(result));
        return memory;
    };
    const auto* const orders = R"([
        {"id": "o-1", "city": "Madrid", "total": 40, "status": "pagados"},
        {"id": "o-2", "city": "Sevilla", "total": 15, "status": "pendientes"},
        {"id": "o-3", "city": "Bilbao", "total": 95, "status": "enviado"},
        {"id": "o-4", "city": "Cádiz", "total": 70, "status": "pagados"}])";
    const auto* const issues = R"([
        {"id": "i-7", "title": "Pantalla en blanco", "author": "Ana", "state": "abiertas"},
        {"id": "i-8", "title": "Búsqueda lenta", "author": "Lucía", "state": "cerrada"},
        {"id": "i-9", "title": "Fallo al pagar", "author": "Ana", "state": "abiertas",
         "priority": "urgente"}])";
    const auto* const pages = R"([
        {"id": "p-1", "title": "Inicio"}, {"id": "p-2", "title": "Precios"},
        {"id": "p-3", "title": "Blog"}])";
    for (const auto& each : about_orders) {
        auto memory = remembering("list_orders", orders);
        check(memory, each);
    }
    for (const auto& each : about_issues) {
        auto memory = remembering("list_issues", issues);
        check(memory, each);
    }
    for (const auto& each : about_focus) {
        auto memory = remembering("list_pages", pages);
        memory.hear(workmem::role::user, "abre Precios");
        check(memory, each);
    }
    std::cout << right << " of " << all << " sentences\n";
    return right * 10 >= all * 9 ? 0 : 1;
}
