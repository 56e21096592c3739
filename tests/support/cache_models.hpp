// Caches as their papers describe them, over lists of keys: nothing here knows of the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

namespace workmem_test {

// A queue of keys that knows where each stands; the newest in front.
class key_queue {
public:
    using key = std::uint64_t;

    [[nodiscard]] bool contains(key which) const { return places_.count(which) != 0; }
    [[nodiscard]] std::size_t size() const { return keys_.size(); }
    [[nodiscard]] key oldest() const { return keys_.back(); }
    void push(key which) {
        keys_.push_front(which);
        places_[which] = keys_.begin();
    }
    key pop() {
        const auto out = keys_.back();
        remove(out);
        return out;
    }
    void remove(key which) {
        keys_.erase(places_.at(which));
        places_.erase(which);
    }

private:
    std::list<key> keys_;
    std::unordered_map<key, std::list<key>::iterator> places_;
};

// `ask` says whether a key was there; if it was not, it is now.
class lru_model {
public:
    explicit lru_model(std::size_t capacity) : capacity_{capacity} {}
    bool ask(std::uint64_t key) {
        const bool hit = cached_.contains(key);
        if (hit)
            cached_.remove(key);
        else if (cached_.size() == capacity_)
            cached_.pop();
        cached_.push(key);
        return hit;
    }

private:
    std::size_t capacity_;
    key_queue cached_;
};

// J. Yang, Y. Zhang, Z. Qiu, Y. Yue, K. V. Rashmi: "FIFO queues are all you need for cache
// eviction", SOSP 2023, algorithm 1: a small queue of a tenth, a main one of the rest, as many
// ghosts as there is room in the main one.
class s3_fifo_model {
public:
    explicit s3_fifo_model(std::size_t capacity)
        : capacity_{capacity}, main_size_{capacity * 9 / 10} {}

    bool ask(std::uint64_t key) {
        if (small_.contains(key) || main_.contains(key)) {
            frequency_[key] = (std::min)(frequency_[key] + 1, 3);
            return true;
        }
        while (small_.size() + main_.size() >= capacity_) evict();
        if (ghosts_.contains(key)) {
            ghosts_.remove(key);
            main_.push(key);
        } else {
            small_.push(key);
        }
        frequency_[key] = 0;
        return false;
    }

private:
    void evict() {
        if (small_.size() * 10 >= capacity_)
            evict_from_small();
        else
            evict_from_main();
    }
    void evict_from_small() {
        bool evicted = false;
        while (!evicted && small_.size() > 0) {
            const auto tail = small_.pop();
            if (frequency_[tail] > 1) {
                main_.push(tail);
                frequency_[tail] = 0;
                if (main_.size() > main_size_) evict_from_main();
            } else {
                frequency_.erase(tail);
                ghosts_.push(tail);
                if (ghosts_.size() > main_size_) ghosts_.pop();
                evicted = true;
            }
        }
    }
    void evict_from_main() {
        bool evicted = false;
        while (!evicted && main_.size() > 0) {
            const auto tail = main_.pop();
            if (frequency_[tail] > 0) {
                main_.push(tail);
                --frequency_[tail];
            } else {
                frequency_.erase(tail);
                evicted = true;
            }
        }
    }

    std::size_t capacity_, main_size_;
    key_queue small_, main_, ghosts_;
    std::unordered_map<std::uint64_t, int> frequency_;
};

// G. Einziger, R. Friedman, B. Manes: "TinyLFU: a highly efficient cache admission policy", ACM
// Transactions on Storage 13(4), 2017: counters of four bits in four rows, of which only the least
// are counted up, halved after a sample of ten times the cache.
class tiny_lfu_model {
public:
    explicit tiny_lfu_model(std::size_t capacity)
        : sample_{10 * capacity}, rows_(4, std::vector<int>(16 * capacity + 1, 0)) {}

    void count(std::uint64_t key) {
        const auto least = estimate(key);
        if (least < 15)
            for (std::size_t row = 0; row < rows_.size(); ++row)
                if (counter(row, key) == least) ++counter(row, key);
        if (++counted_ < sample_) return;
        counted_ /= 2;
        for (auto& row : rows_)
            for (auto& each : row) each /= 2;
    }
    int estimate(std::uint64_t key) {
        int least = 15;
        for (std::size_t row = 0; row < rows_.size(); ++row)
            least = (std::min)(least, counter(row, key));
        return least;
    }

private:
    int& counter(std::size_t row, std::uint64_t key) {
        // The finaliser of MurmurHash3 (A. Appleby, public domain).
        auto hash = key + 0x9E3779B97F4A7C15U * (row + 1);
        hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDU;
        hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53U;
        hash ^= hash >> 33;
        return rows_[row][hash % rows_[row].size()];
    }
    std::size_t sample_, counted_ = 0;
    std::vector<std::vector<int>> rows_;
};

// The same paper: newcomers in a window of a hundredth, by recency; who leaves it is admitted to
// the main cache if it was asked for more often than the one that would go. The main cache is a
// segmented LRU, four fifths of it protected. G. Einziger, O. Eytan, R. Friedman, B. Manes:
// "Adaptive software cache management", Middleware 2018: the window climbs to where there are more
// hits: every ten times the capacity it is changed, in the other direction if that was worse.
class w_tinylfu_model {
public:
    explicit w_tinylfu_model(std::size_t capacity)
        : capacity_{capacity},
          window_{0.01 * static_cast<double>(capacity)},
          frequency_{capacity} {}

    bool ask(std::uint64_t key) {
        frequency_.count(key);
        const bool hit = find(key);
        if (!hit) {
            newcomers_.push(key);
            make_room();
        }
        while (protected_.size() > (capacity_ - window_size()) * 8 / 10)
            probation_.push(protected_.pop());
        if (is_full_) climb(hit);
        return hit;
    }

private:
    [[nodiscard]] std::size_t window_size() const {
        return (std::max)(static_cast<std::size_t>(window_), std::size_t{1});
    }
    bool find(std::uint64_t key) {
        if (newcomers_.contains(key)) {
            newcomers_.remove(key);
            newcomers_.push(key);
        } else if (protected_.contains(key)) {
            protected_.remove(key);
            protected_.push(key);
        } else if (probation_.contains(key)) {
            probation_.remove(key);
            protected_.push(key);
        } else {
            return false;
        }
        return true;
    }
    void make_room() {
        while (newcomers_.size() > window_size()) {
            const auto candidate = newcomers_.pop();
            if (newcomers_.size() + probation_.size() + protected_.size() >= capacity_) {
                auto& last = probation_.size() > 0 ? probation_ : protected_;
                if (frequency_.estimate(candidate) <= frequency_.estimate(last.oldest())) {
                    is_full_ = true;
                    continue;
                }
            }
            probation_.push(candidate);
        }
        while (newcomers_.size() + probation_.size() + protected_.size() > capacity_) {
            (probation_.size() > 0 ? probation_ : protected_).pop();
            is_full_ = true;
        }
    }
    void climb(bool hit) {
        hits_ += hit;
        if (++asked_ < 10 * capacity_) return;
        const auto ratio = static_cast<double>(hits_) / static_cast<double>(asked_);
        if (ratio < last_ratio_) step_ = -step_;
        const auto size = static_cast<double>(capacity_);
        window_ = (std::min)((std::max)(window_ + step_ * size, 0.01 * size), 0.8 * size);
        if (ratio > last_ratio_ + 0.05 || ratio < last_ratio_ - 0.05)
            step_ = step_ < 0 ? -0.0625 : 0.0625;
        else
            step_ *= 0.98;
        last_ratio_ = ratio;
        hits_ = asked_ = 0;
    }

    std::size_t capacity_;
    double window_, step_ = 0.0625, last_ratio_ = 0;
    std::size_t hits_ = 0, asked_ = 0;
    bool is_full_ = false;
    key_queue newcomers_, probation_, protected_;
    tiny_lfu_model frequency_;
};

}  // namespace workmem_test
